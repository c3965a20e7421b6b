import { z } from "zod";
import { brand } from "./brand";

/** The shape of a password of ours (issue 3): long rather than odd. What is too common is for the server to say. */
export const passwordLength = { least: 10, most: 200 } as const;

/** A new password as a form field. */
export const NewPassword = z
  .string({ error: "Choose a password." })
  .min(passwordLength.least, `Use at least ${passwordLength.least} characters.`)
  .max(passwordLength.most, `Use at most ${passwordLength.most} characters.`);

/** What is known of the person and may not be the password. */
export type PasswordOwner = { email?: string; name?: string; company?: string };

const product = brand.slug;

/** A word as it is compared: small letters and digits only. */
function bare(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Why the shape or the person forbids this password, in words, or nothing. Cheap: both sides run it. */
export function refusedShape(password: string, about: PasswordOwner = {}): string | undefined {
  if (password.length < passwordLength.least) return `Use at least ${passwordLength.least} characters.`;
  if (password.length > passwordLength.most) return `Use at most ${passwordLength.most} characters.`;
  if (/^(.{1,4}?)\1+$/su.test(password)) return "The same few characters again and again are easily guessed.";
  if (isRun(password)) return "Letters or digits in a row are easily guessed.";
  const plain = bare(password);
  const own: [string, string][] = [
    ["your email address", about.email ?? ""],
    ["your email address", about.email?.split("@")[0] ?? ""],
    ["your company's name", about.company ?? ""],
    ["your name", about.name ?? ""],
    ["our name", product],
  ];
  for (const [what, text] of own) {
    const word = bare(text);
    if (word.length >= 4 && plain.includes(word) && plain.replace(word, "").length < 4)
      return `Choose something else than ${what}.`;
  }
  return undefined;
}

/** abcdefghij, 0987654321, qwertyuiop: each character next to the one before. */
function isRun(password: string): boolean {
  const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
  const small = password.toLowerCase();
  return rows.some((row) => {
    const both = [row + row, [...row].reverse().join("").repeat(2)];
    return both.some((endless) => endless.includes(small));
  });
}
