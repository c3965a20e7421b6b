import { randomBytes } from "node:crypto";
import { decrypt, encrypt } from "../../kit/encryption";

const purpose = "voice extensions";

/** The password of an extension, made by us: nobody has to remember it. */
export function newPassword(): string {
  return randomBytes(18).toString("base64url");
}

export function sealPassword(secret: string, account: string, exten: string, password: string): Buffer {
  return encrypt(secret, purpose, `${account}/${exten}`, password);
}

export function openPassword(secret: string, account: string, exten: string, sealed: Buffer): string {
  return decrypt(secret, purpose, `${account}/${exten}`, sealed);
}
