import { createPrivateKey } from "node:crypto";
import { dkimSignature, type Header, isDkimRight, makeDkimKey } from "../../connectors/email/dkim";
import { fixedParts, mailBytes, mimeBody } from "../../connectors/email/mime";

/**
 * Signs a mail and checks the signature as its reader's host will, with a key made for this.
 * @throws when a mail of ours would not be believed: then none is sent
 */
export async function testSigning(): Promise<void> {
  const { privateKey, publicKey } = await makeDkimKey();
  const { headers: mime, body } = mimeBody({ text: "Test\n", html: "<p>Test ü</p>", fixed: fixedParts([], []) });
  const headers: Header[] = [
    ["From", "test@signing.test"],
    ["To", "reader@signing.test"],
    ["Subject", "Test"],
    ["List-Unsubscribe", "<https://signing.test/unsubscribe>"],
    ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
    ...mime,
  ];
  const key = { domain: "signing.test", selector: "test", key: createPrivateKey(privateKey) };
  const signature = await dkimSignature(key, headers, body);
  const covered = /\bh=([^;]+)/.exec(signature[1])?.[1] ?? "";
  if (
    !covered.includes("list-unsubscribe:list-unsubscribe-post") ||
    !isDkimRight(mailBytes([signature, ...headers], body), () => publicKey)
  )
    throw new Error("the DKIM signature of a test mail is wrong");
}
