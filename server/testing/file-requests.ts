// Valid requests of the file calls.
import { fileOf, multipart, smallPng } from './files.ts';
import type { Line } from './requests.ts';

export const fileLines: Record<string, Line> = {
  uploadFiles: { request: () => multipart({ name: 'photo.png', content: smallPng }) },
  // Complete already: the answer says so.
  sendFilePiece: {
    others: ['foreign'],
    request: async (setting) => ({
      params: { id: (await fileOf(setting)).id },
      input: { from: 0, bytes: 'AA==' },
    }),
  },
  downloadFile: {
    ofCaller: true,
    status: 200,
    others: ['foreign'],
    request: async (setting) => ({ params: { id: (await fileOf(setting)).id } }),
  },
  linkFile: {
    others: ['foreign'],
    request: async (setting) => ({ params: { id: (await fileOf(setting)).id } }),
  },
  downloadByUrl: {
    ofCaller: true,
    status: 200,
    others: ['foreign'],
    request: async (setting) => ({ query: { url: (await fileOf(setting)).url } }),
  },
  zipFiles: {
    status: 200,
    others: ['foreign'],
    request: async (setting) => ({ input: { urls: [(await fileOf(setting)).url] } }),
  },
  saveOwnPicture: {
    ofProfile: true,
    request: async (setting) => ({ input: { file: { id: (await fileOf({ ...setting, where: 'own' })).id } } }),
  },
  saveStorageLimit: { request: ({ world }) => ({ params: { id: world.agency.id }, input: { limit: null } }) },
};
