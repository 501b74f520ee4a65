/** An uploaded file as the server answers it: POST /upload. */
export interface UploadedFile {
  id: number;
  original_name: string;
  /** bytes */
  file_size: number;
  /** a short-lived link */
  original_url: string;
  extension: string;
  type: string;
  src: string;
}

/** Sends files and answers their records; tells the share done (0 … 1) as it goes. */
export type Upload = (
  files: File[],
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
) => Promise<UploadedFile[]>;

export const thumbnailExtensions = ['png', 'jpeg', 'jpg', 'bmp'];
export const isThumbnail = (extension: string): boolean => thumbnailExtensions.includes(extension.toLowerCase());
export const isVideo = (extension: string): boolean => extension.toLowerCase() === 'mp4';
