/** A request for the picture or a link of a mail, by what it says of itself. */
type MailRequest = {
  /** The method was HEAD, or the browser said that it loads ahead of time. */
  ahead: boolean;
  /** The user agent; "" when none was named. */
  agent: string;
  secondsSinceSent: number;
};

/** Nobody has a mail before their eyes so soon: what asks within these seconds checks it or loads it ahead. */
export const prefetchSeconds = 10;

/**
 * Apple Mail Privacy Protection loads everything and calls itself no more than "Mozilla/5.0". The image proxies of mail
 * providers and the scanners of mail gateways name themselves, as do most programs that are no browsers.
 */
const programs = [
  /^mozilla\/5\.0$/i,
  /googleimageproxy|yahoomailproxy|imageproxy/i,
  /barracuda|mimecast|proofpoint|safelinks|symantec|trendmicro|sophos|forcepoint|fireeye|cloudmark|urldefense/i,
  /bot\b|bot\/|crawl|spider|scanner|preview|prefetch|monitor|headless|phantomjs/i,
  /^(?:curl|wget|python|go-http-client|java|okhttp|node|undici|axios|ruby|perl|php|libwww|apache-httpclient)/i,
  /facebookexternalhit|slackbot|whatsapp|telegrambot|skypeuripreview/i,
];

/** Whether a program requested it by itself, as far as that can be told; what can't be told apart counts as a person. */
export function isPrefetch({ ahead, agent, secondsSinceSent }: MailRequest): boolean {
  const name = agent.trim();
  return ahead || name === "" || secondsSinceSent < prefetchSeconds || programs.some((program) => program.test(name));
}

/** What stands at a link in a mail that is counted: of it only addresses of the web whose host is written out. */
const trackable = /^https?:\/\/[^\s/{}<>"?#]+(?:[/?#]|$)/i;

/** A link to unsubscribe leads there directly: who wants no more mails is not counted first. */
export function isTrackable(link: string): boolean {
  return trackable.test(link) && !/unsubscribe/i.test(link);
}
