import { ApiError, callHeaders, report, t } from '#platform/web/index.ts';
import type { Upload, UploadedFile } from '#platform/web/kit/index.ts';
import type { Purpose } from '../contract.ts';

const address = '/edulab/lms/api/v1/upload';

/**
 * Sends files for a purpose, all in one request, with progress; fetch cannot tell how much of a body is sent. What goes
 * wrong is told at the edge of the page, unless `silent`: whoever asks then says it in the right place.
 */
export const uploadFor =
  (purpose: Purpose, { silent = false } = {}): Upload =>
  (files, onProgress, signal) =>
    new Promise<UploadedFile[]>((resolve, reject) => {
      const form = new FormData();
      for (const file of files) form.append('files', file, file.name);
      const request = new XMLHttpRequest();
      request.open('POST', `${address}?purpose=${purpose}`);
      request.responseType = 'json';
      for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      const refuse = (status: number, code: string, message: string) => {
        const error = new ApiError(status, code, message);
        if (!silent) report(error);
        reject(error);
      };
      request.onload = () => {
        const body = request.response as { code?: string; message?: string } | UploadedFile[] | null;
        if (request.status < 300 && Array.isArray(body)) return resolve(body);
        const { code = 'ERROR', message = t('common.something_wrong') } = Array.isArray(body) ? {} : (body ?? {});
        refuse(request.status, code, message);
      };
      request.onerror = () => refuse(0, 'ERROR', t('common.offline'));
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

/** For pages that themselves say what is wrong with a file, such as imports. */
export const uploadSheet = uploadFor('file', { silent: true });

/** For the editor of formatted texts: one picture, answered by its lasting address. */
export const uploadPicture = async (file: File): Promise<string> => (await uploadFor('editor')([file]))[0]?.src ?? '';
