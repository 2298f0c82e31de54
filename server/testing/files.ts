// Files for the tests: uploads, small files of every type, and a file that a caller can see.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { uploadFiles } from '#core/files/files.ts';
import type { Mount } from '#core/kernel/endpoint.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import type { CallOptions, Client } from './client.ts';
import type { Person, PersonName } from './people.ts';
import type { Setting } from './requests.ts';
import type { World } from './world.ts';

export interface Sent {
  name: string;
  content: Buffer | string;
}

/** The multipart request of a browser. */
export function multipart(...files: Sent[]): Pick<CallOptions, 'input' | 'headers'> {
  const boundary = 'limite-1234567890';
  const parts = files.flatMap(({ name, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return {
    input: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A picture of one colour. */
export function png(width: number, height: number, colour: readonly [number, number, number] = [28, 93, 153]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(colour))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** One page per text. */
export function pdf(...pages: string[]): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((words, index) => {
      const content = `BT /F1 24 Tf 60 760 Td (${words}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = text.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** An archive; entries may declare a wrong size. */
export function zip(entries: { name: string; content: Buffer; declares?: number }[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, declares } of entries) {
    const [path, packed] = [Buffer.from(name), deflateRawSync(content, { level: 9 })];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declares ?? content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, tail, path]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, Buffer.from('PK\u0005\u0006'), end]);
}

export const smallPng = png(2, 2);

/** Sends one file as somebody of this world. */
export const uploader =
  ({ as }: Pick<World, 'as'>) =>
  async (
    who: PersonName | Person,
    name: string,
    content: Buffer | string,
    more: CallOptions = {},
  ): Promise<StoredFile> =>
    (await as(who).call(uploadFiles, { ...multipart({ name, content }), ...more })).file;

async function upload(
  client: Client,
  mount: Mount,
  agencyId: string,
  profile: Person['profile'] = null,
): Promise<StoredFile> {
  const sent = multipart({ name: 'photo.png', content: smallPng });
  const params = { agencyId, ...(profile ? { agentId: profile.id, customerId: profile.customerId ?? '' } : {}) };
  return (await client.call(uploadFiles, { ...sent, mount, params })).file;
}

/** A picture for the setting: uploaded by the caller, or a logo of the other agency. */
export async function fileOf({ world, mount, person, where, client }: Setting): Promise<StoredFile> {
  if (where !== 'own') {
    const file = await upload(world.as('foreignOwner'), 'agency', world.otherAgency.id);
    await world.sql('update customers set logo_id = $2 where id = $1', [world.otherCustomer.id, file.id]);
    return file;
  }
  const sender = person ?? world.people.owner;
  const { profile } = sender;
  const own: Mount = profile?.kind === 'CUSTOMER' ? 'customer' : mount === 'agent' && profile ? 'agent' : 'agency';
  return upload(client ?? world.as(sender), own, world.agency.id, profile);
}
