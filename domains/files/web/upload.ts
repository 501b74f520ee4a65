import { ApiError, callHeaders, t } from '#platform/web/index.ts';
import type { Upload, UploadedFile } from '#platform/web/kit/index.ts';
import type { Purpose } from '../contract.ts';

const address = '/edulab/lms/api/v1/upload';

/**
 * Sends files for a purpose, all in one request, with progress; fetch cannot tell how much of a body is sent. What goes
 * wrong is told by whoever asks, beside what was chosen.
 */
export const uploadFor =
  (purpose: Purpose): Upload =>
  (files, onProgress, signal) =>
    new Promise<UploadedFile[]>((resolve, reject) => {
      const form = new FormData();
      for (const file of files) form.append('files', file, file.name);
      const request = new XMLHttpRequest();
      request.open('POST', `${address}?purpose=${purpose}`);
      request.responseType = 'json';
      for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      const refuse = (status: number, code: string, message: string) => reject(new ApiError(status, code, message));
      request.onload = () => {
        const body = request.response as { code?: string; message?: string } | UploadedFile[] | null;
        if (request.status < 300 && Array.isArray(body)) return resolve(body);
        const { code = 'ERROR', message = '' } = Array.isArray(body) ? {} : (body ?? {});
        refuse(request.status, code, message);
      };
      request.onerror = () => refuse(0, 'NO_ANSWER', t(navigator.onLine ? 'common.no_answer' : 'common.offline'));
      request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(form);
    });

/** What the institution takes for a purpose. How to ask comes with the first question: nobody uploads before signing in. */
export const limitsQuery = (purpose: Purpose) => ({
  queryKey: ['files', 'limits', purpose],
  queryFn: async () => (await import('./limits.ts')).limitsOf(purpose),
  staleTime: 300_000,
});

export const upload = uploadFor('file');

/** For the editor of formatted texts: one picture, answered by its lasting address. */
export const uploadPicture = async (file: File): Promise<string> => (await uploadFor('editor')([file]))[0]?.src ?? '';
