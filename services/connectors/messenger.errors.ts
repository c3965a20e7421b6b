/** What happens after a refusal: the message failed, it waits, the page is out, or nobody knows whether it arrived. */
export type ErrorHandling = { words: string; does: "fail" | "wait" | "stop" | "unsure"; seconds?: number };

const closed = "More than 24 hours have passed since the customer wrote: Messenger does not take it any more.";
const away = "Messenger can't reach this customer: they turned the page's messages off, or left Facebook.";
const permission = "The page's access token lacks the permission pages_messaging. Connect the page with a new one.";
const busy = "Too many calls to Messenger in a short time.";
const stop = (words: string): ErrorHandling => ({ words, does: "stop" });
const fail = (words: string): ErrorHandling => ({ words, does: "fail" });
const wait = (seconds: number): ErrorHandling => ({ words: busy, does: "wait", seconds });

/** By code, and by code and subcode where that says more (Messenger Platform, common error codes). */
const known: { readonly [code: string]: ErrorHandling } = {
  1: { words: "Messenger was out of order for a moment.", does: "unsure" },
  2: { words: "Messenger was out of order for a moment.", does: "unsure" },
  4: wait(60),
  17: wait(60),
  32: wait(60),
  613: wait(10),
  80006: wait(60),
  1200: { words: "Messenger could not send it for a moment.", does: "wait", seconds: 15 },
  10: stop(permission),
  "10/2018028": fail("The Meta app is not live yet, so it may write only to its own testers."),
  "10/2018065": fail(closed),
  "10/2018108": fail(away),
  "10/2018278": fail(closed),
  "10/2534022": fail(closed),
  100: fail("Messenger does not take this message as it is."),
  "100/2018001": fail("Messenger does not know this customer: they wrote to another page, or closed their account."),
  "100/2018007": fail("Messenger could not take the file."),
  "100/2018008": fail("Messenger could not take the file."),
  "100/2018047": fail("Messenger does not take this kind of file."),
  "100/2018109": fail("Messenger says that the file is too large."),
  "100/2018276": fail(
    "24 hours have passed, and Meta has not given your app the feature Human Agent. Ask for it in the app's review.",
  ),
  "100/2018300": fail("Another program answers this conversation on the page now."),
  102: stop("The page's access token has ended. Connect the page again with a new one."),
  190: stop("The page's access token has expired or was taken back. Connect the page again with a new one."),
  "190/460": stop(
    "The page's access token ended because a password was changed. Connect the page again with a new token.",
  ),
  200: stop(permission),
  "200/1545041": fail(away),
  "200/2018028": fail("The Meta app is not live yet, so it may write only to its own testers."),
  230: stop(permission),
  368: stop("Facebook has blocked the page's messages for breaking its rules. See Page Quality on Facebook."),
  551: fail(away),
};

/** In plain words; for a code that nobody translated, Meta's own. */
export function errorHandling(code: number, subcode: number, said = ""): ErrorHandling {
  const exact = known[`${code}/${subcode}`];
  if (exact) return exact;
  // The window's refusal comes without its subcode at times.
  if (code === 10 && /outside of (the )?allowed window/i.test(said)) return fail(closed);
  const found = known[code];
  const told = said ? `: ${said.slice(0, 200)}` : ".";
  if (code === 100 && found) return fail(`${found.words.slice(0, -1)}${told}`);
  if (found) return found;
  // A bare 5xx without a code of theirs: it may have been taken.
  if (code >= 500 && code < 600 && said === "") return { words: "Messenger did not answer.", does: "unsure" };
  if (code === 429) return wait(30);
  return fail(`Messenger refused it (${code})${told}`);
}
