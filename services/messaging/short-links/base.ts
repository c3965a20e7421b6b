/** What an account wants of the links in its messages. */
export type ShortLinkSettings = {
  /** Links of texts become short ones. */
  shortLinks: boolean;
  /** Those of promotional texts too. */
  promotionalLinks: boolean;
  /** The account's own domain for them. */
  linkDomain: string | null;
};

/** What short links begin with where the account has no domain of its own: "https://jibu.example". */
export type LinkSetting = { standardLinks?: (() => string) | undefined };

/** What the links of the account's texts begin with when they become short; null: they stay as they are. */
export function linkBase(
  { shortLinks, promotionalLinks, linkDomain }: ShortLinkSettings,
  { standardLinks }: LinkSetting,
  kind: "promotional" | "transactional",
): string | null {
  if (!shortLinks || (kind === "promotional" && !promotionalLinks)) return null;
  return linkDomain ? `https://${linkDomain}` : (standardLinks?.() ?? null);
}
