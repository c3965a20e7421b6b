import { isWithin } from "./edit-distance";

/** Why an organisation may be one that is there already. */
export const organisationReasons = ["name", "website", "phone", "email", "near name"] as const;
export type OrganisationReason = (typeof organisationReasons)[number];

export const organisationReasonNames: Record<OrganisationReason, string> = {
  name: "Same name",
  website: "Same website",
  phone: "Same phone number",
  email: "Same email address",
  "near name": "Similar name",
};

/** What of an organisation is compared. The key is the words of the name in small letters, sorted, without "Ltd" and the like. */
export type ComparedOrganisation = {
  name_key: string;
  domain: string;
  phone: string;
  email_key: string;
  /** Further numbers, and further addresses in small letters. */
  further?: readonly string[];
};

const isSame = (one: string, other: string) => one !== "" && one === other;

/** The first number or address and the further ones of its kind. */
function comparedPoints(one: ComparedOrganisation, first: "phone" | "email_key"): string[] {
  const further = (one.further ?? []).filter((key) => key.includes("@") === (first === "email_key"));
  return [one[first], ...further].filter((key) => key !== "");
}

/** Why two organisations may be the same, the strongest reason first; nothing where there is none. */
export function organisationMatch(one: ComparedOrganisation, other: ComparedOrganisation): OrganisationReason[] {
  const reasons: OrganisationReason[] = [];
  if (isSame(one.name_key, other.name_key)) reasons.push("name");
  if (isSame(one.domain, other.domain)) reasons.push("website");
  const share = (first: "phone" | "email_key") => {
    const theirs = comparedPoints(other, first);
    return comparedPoints(one, first).some((key) => theirs.includes(key));
  };
  if (share("phone")) reasons.push("phone");
  if (share("email_key")) reasons.push("email");
  if (!reasons.includes("name") && isNearOrganisation(one.name_key, other.name_key)) reasons.push("near name");
  return reasons;
}

/** Whether one name has all words of the other ("bidii foods" and "bidii foods kenya"), or differs by a letter or two. */
export function isNearOrganisation(one: string, other: string): boolean {
  if (one === "" || other === "" || one === other) return false;
  const [few, many] = [one.split(" "), other.split(" ")].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (few.every((word) => many.includes(word))) return few.join("").length >= 4;
  const longest = Math.max(one.length, other.length);
  return longest >= 6 && isWithin(one, other, longest < 12 ? 1 : 2);
}

/** A website as people type it ("www.bidii.co.ke", "https://bidii.co.ke/about"), as a link; undefined: it is none. */
export function readWebsite(typed: string): string | undefined {
  const text = typed.trim();
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, username, href } = new URL(whole);
  const isHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(hostname) && !/^[\d.]+$/.test(hostname);
  if (!isHost || username !== "" || !/^https?:$/.test(protocol) || /\s/.test(text)) return undefined;
  return href.replace(/\/$/, "");
}

/** The host of a website without www, in small letters; nothing for no website. */
export function websiteDomain(website: string): string {
  return URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, "") : "";
}

const publicMail = new Set([
  "gmail.com",
  "yahoo.com",
  "outlook.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "ymail.com",
]);

/** The domain of an address that an organisation may own; nothing for those of public mail services. */
export function mailDomain(email: string): string {
  const domain = email.toLowerCase().split("@")[1] ?? "";
  return publicMail.has(domain) ? "" : domain;
}
