export type UploadOutcome =
  /** It arrived; the page to go on with. */
  | { to: string }
  /** It was refused: how to mend it, in words. */
  | { refused: string };

const lost = "The upload did not arrive and nothing was changed. Check the connection and send the file again.";

/**
 * Posts the form as the browser would, to the same address, and tells how far it is: `sent` of `all` bytes. The answer
 * is read from where the post led to, or from the error on the page that came back.
 */
export function send(form: HTMLFormElement, onSent: (sent: number, all: number) => void) {
  const request = new XMLHttpRequest();
  const outcome = new Promise<UploadOutcome>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onload = () => resolve(uploadOutcome(request.status, request.responseURL, request.responseText));
    request.onerror = () => resolve({ refused: lost });
    request.onabort = () => resolve({ refused: "The upload was stopped and nothing was changed." });
  });
  request.open("POST", form.action);
  request.send(new FormData(form));
  return { outcome, stop: () => request.abort() };
}

/** What an answer to the post means: `url` is where its redirects ended, `body` the page or the gate's JSON. */
export function uploadOutcome(status: number, url: string, body: string): UploadOutcome {
  if (status >= 200 && status < 300) {
    const { pathname, search } = new URL(url);
    return { to: pathname + search };
  }
  return { refused: wordsIn(body) ?? lost };
}

function wordsIn(body: string): string | undefined {
  if (body.startsWith("{")) {
    try {
      const { message } = JSON.parse(body) as { message?: unknown };
      return typeof message === "string" ? message : undefined;
    } catch {
      return undefined;
    }
  }
  return (
    new DOMParser().parseFromString(body, "text/html").getElementById("file-error")?.textContent?.trim() || undefined
  );
}
