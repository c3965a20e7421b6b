import type { OutsidePolicy } from "../kit/outside";

/** A place to sign in that is not ours, by OpenID Connect discovery at its issuer. */
export type OidcProvider = { id: string; name: string; issuer: string; client_id: string; client_secret: string };

/** Facebook Login; `version` v23.0; `graph` and `dialog` are its addresses, other ones only in tests. */
export type FacebookApp = { id: string; secret: string; version?: string; graph?: string; dialog?: string };

/** Whom a new account's invoices are made out to. */
export type WalletOwner = { name: string; email: string; phone: string };

/** What the identity service is set up with. */
export type IdentityDeps = {
  /** Seals what must be read back: second factors, what is carried by the browser. */
  serviceSecret: string;
  providers?: readonly OidcProvider[];
  facebook?: FacebookApp;
  /** How providers are reached: they are the operator's choice, so closed addresses are allowed unless said otherwise. */
  outside?: OutsidePolicy;
  /** False when no mail host is set up: then nothing is promised that only a mail could keep. */
  canMail?: boolean;
  /** Asks billing for the wallet of a new account; a failure is mended by the job behind it. */
  openWallet?(account: string, who: WalletOwner): Promise<void>;
};
