/** A file that is kept already; a form names it by its id. */
export type KeptFile = { id: string; name: string; bytes: number };

type Outcome = { files: KeptFile[] } | { refused: string };

const lost = "The upload did not arrive. Check the connection and choose the file again.";

/** "1.2 MB", "640 kB" */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} kB` : `${Number(megabytes.toFixed(1))} MB`;
}

/** Sends files on their own, before the form is posted, and tells how far it is: `sent` of `all` bytes. */
export function uploadFiles(
  address: string,
  files: readonly File[],
  onSent: (sent: number, all: number) => void,
): { outcome: Promise<Outcome>; stop(): void } {
  const request = new XMLHttpRequest();
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  const outcome = new Promise<Outcome>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onload = () => resolve(read(request.status, request.responseText));
    request.onerror = () => resolve({ refused: lost });
    request.onabort = () => resolve({ refused: "The upload was stopped; nothing was kept." });
  });
  request.open("POST", address);
  request.setRequestHeader("accept", "application/json");
  request.send(form);
  return { outcome, stop: () => request.abort() };
}

function read(status: number, text: string): Outcome {
  try {
    const body = JSON.parse(text) as { files?: KeptFile[]; message?: string };
    if (status < 300 && body.files) return { files: body.files };
    return { refused: body.message ?? lost };
  } catch {
    return { refused: lost };
  }
}
