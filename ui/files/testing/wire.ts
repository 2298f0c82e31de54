// Uploads controlled by a test: each waits until the test sets its progress and its result.
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { StoredFile } from '#core/kernel/field.ts';

export const storedFile = (name: string, more: Partial<StoredFile> = {}): StoredFile => ({
  id: `id of ${name}`,
  name,
  mimeType: name.endsWith('.png') ? 'image/png' : name.endsWith('.pdf') ? 'application/pdf' : 'text/plain',
  size: 2_048,
  url: `/agency/a/file/${name}`,
  ...more,
});

export const fileOf = (name: string, size = 4): File => {
  const file = new File(['abcd'], name, { type: name.endsWith('.png') ? 'image/png' : '' });
  // Fake size: the content need not exist.
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

export class FakeRequest {
  name = '';
  token: string | null = null;
  aborted = false;
  status = 0;
  responseText = '';
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    if (name === 'authorization') this.token = value.replace('Bearer ', '');
  }
  send(body: FormData): void {
    this.name = (body.get('file') as File).name;
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
    this.onloadend?.();
  }
  progress(share: number): void {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }));
  }
  async answer(status: number, body: unknown): Promise<void> {
    this.status = status;
    this.responseText = JSON.stringify(body);
    await this.#end(this.onload);
  }
  arrive(): Promise<void> {
    const file = storedFile(this.name);
    return this.answer(200, { file, files: [file] });
  }
  lose(): Promise<void> {
    return this.#end(this.onerror);
  }
  async #end(how?: () => void): Promise<void> {
    await act(async () => {
      how?.();
      this.onloadend?.();
    });
  }
}

/** In the order they were sent. */
export function watchRequests(): FakeRequest[] {
  const sent: FakeRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeRequest {
      override send(body: FormData): void {
        super.send(body);
        sent.push(this);
      }
    },
  );
  return sent;
}
