import { strToU8, zipSync } from "fflate";

/** Small files of each kind, made here byte by byte. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
export const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const html = Buffer.from("<!doctype html><script>alert(document.cookie)</script>");
export const program = Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), Buffer.alloc(512)]);
export const csv = Buffer.from("name,phone\nAchieng,0712345678\n");

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

/** A workbook; `bomb` puts a hundred megabytes of nothing into one of its sheets (0.1 MB as it is sent). */
export function xlsx({ bomb = false } = {}): Buffer {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${sheetType}"/></Types>`;
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": strToU8(types),
      "xl/workbook.xml": strToU8("<workbook/>"),
      "xl/worksheets/sheet1.xml": bomb ? new Uint8Array(100_000_000) : strToU8("<worksheet/>"),
    }),
  );
}

/** The start of a picture and the text of a page with a script: whoever goes by one of them alone is misled. */
export const polyglot = Buffer.concat([gif, Buffer.from("<script>alert(document.domain)</script>")]);

export type UploadRequest = { name: string; bytes: Buffer; type?: string; field?: string };

/** The files, and fields beside them, as a browser sends a form. */
export function multipart(
  files: readonly UploadRequest[],
  fields: Record<string, string> = {},
): { body: ReadableStream<Uint8Array>; type: string; bytes: Buffer } {
  const boundary = "----jibu-test-boundary";
  const pieces: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { name, bytes, type = "image/png", field = "file" } of files)
    pieces.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from("\r\n"),
    );
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const bytes = Buffer.concat(pieces);
  return { body: streamOf(bytes), type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** In pieces, as a network brings them. */
export function streamOf(bytes: Buffer, piece = 16_384): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + piece)));
      at += piece;
    },
  });
}
