/** Telephone numbers as people write them in Kenya, and the E.164 they mean. */
export type Phone =
  | { ok: true; e164: string; foreign: boolean; network?: Network; country?: string }
  | { ok: false; reason: string };

export type Network =
  | "Safaricom"
  | "Airtel"
  | "Telkom"
  | "Equitel"
  | "Faiba"
  | "Homeland"
  | "Mobile Pay"
  | "Eferio"
  | "Sema";

/** Judges a number from abroad (digits with its country code, no plus): its country, or undefined to refuse it. */
export type Abroad = (digits: string) => { country: string | undefined } | undefined;

const clean = /^(?:\+?254|0)?([17]\d{8})$/;
/** 7xx and the 1xx ranges opened so far; never 254 or 0, so a repeated prefix can be told from the number. */
const mobile = /^(?:7\d{2}|1[0-4]\d|18\d)\d{6}$/;
const excelError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;
/** Marks of direction and width that phones and chat programs put around a number when it is copied. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
const separators = /[\s()[\]{}.,_/\\\u00b7\u2010-\u2015\u2212\u2043\ufe63\uff0d\uff0e\uff08\uff09-]/g;

/** What people write into a cell for want of a number. */
const noNumber = /^(?:n\.?\/?a\.?|none|nil|null|no|hakuna|unknown)$/i;

/** What the contact-file reader puts in place of a formula whose result was never saved. */
export const noResult = "#NO RESULT";

/**
 * The E.164 number meant by `raw`, or why there is none. Nothing is ever guessed or padded: a number that Excel
 * has rounded is refused. The default for numbers from abroad looks at their shape only (it is what a browser can
 * afford); the server passes the rule of `phone.foreign.ts`.
 */
export function normalisePhone(raw: string, abroad: Abroad = byShape): Phone {
  const quick = clean.exec(raw);
  if (quick) return kenyan(quick[1] as string);
  if (raw.length > 200) return refuse("too long for a phone number");
  let text = westernDigits(raw).replace(invisible, "").trim();
  text = text.replace(/^=?\s*"(.*)"$/, "$1").replace(/^['\u2018\u2019`]+\s*/, "");
  text = text
    .replace(/^(?:tel|whatsapp|sms|smsto):\s*/i, "")
    .replace(/^[\uff0b\ufe62]/, "+")
    .trim();
  if (text === "" || noNumber.test(text)) return refuse("no phone number");
  const broken = brokenCell(text);
  if (broken) return refuse(broken);
  const number = wholeNumber(text);
  if (typeof number !== "string") return number;
  return international(number, abroad);
}

/** True for what a spreadsheet leaves in a cell it could not compute: never a value, always a fault. */
export function isCellError(text: string): boolean {
  return text.startsWith("#") && (text === noResult || excelError.test(text));
}

function brokenCell(text: string): string | undefined {
  if (text === noResult)
    return "the formula in this cell has no saved result: open the file in Excel and save it again";
  if (excelError.test(text)) return `the cell holds an Excel error (${text})`;
  if (text.includes("@")) return "an email address, not a phone number";
  if (/^[-\u2010-\u2015\u2212\uff0d]/.test(text)) return "a minus sign in front of the number";
  return undefined;
}

/** Undoes what spreadsheets do to numbers, then takes out the separators: digits, perhaps with one plus in front. */
function wholeNumber(text: string): string | Phone {
  const power = /^(\+?)(\d{1,15})(?:[.,](\d{1,20}))?e\+?(\d{1,2})$/i.exec(text);
  if (power) return fromPower(text, power[1] ?? "", power[2] ?? "", power[3] ?? "", Number(power[4]));
  const decimal = /^(\+?\d{7,15})[.,](\d{1,6})$/.exec(text);
  if (decimal) {
    const fraction = decimal[2] ?? "";
    if (/^0+$/.test(fraction)) return decimal[1] ?? "";
    if (fraction.length < 3) return refuse("a decimal number, not a phone number");
  }
  if (/\p{L}/u.test(text)) return refuse("letters in the number");
  if (severalNumbers(text)) return refuse("more than one number in the cell");
  const packed = text.replace(separators, "");
  const strange = /[^\d+]/.exec(packed);
  if (strange) return refuse(`a character that does not belong in a number: ${firstChar(packed.slice(strange.index))}`);
  if (packed.lastIndexOf("+") > 0) return refuse("a plus sign inside the number");
  return packed;
}

/** 2.54712345678E+11 has every digit and is taken; 2.54712E+11 has lost its last ones and is not. */
function fromPower(text: string, plus: string, whole: string, fraction: string, exponent: number): string | Phone {
  const rest = fraction.slice(exponent);
  if (fraction.length < exponent) return refuse(`Excel has shortened the number to ${text}: its last digits are lost`);
  if (/[1-9]/.test(rest)) return refuse("a decimal number, not a phone number");
  return plus + whole + fraction.slice(0, exponent);
}

function severalNumbers(text: string): boolean {
  const long = text
    .split(/[/,;|&\n\r]+|\s{2,}|\s(?=\+|0[17]\d{2})/)
    .filter((part) => part.replace(/\D/g, "").length >= 9);
  return long.length > 1;
}

/** A plus, or two zeros and more, says that a country code follows; 254 may stand there twice, or before a zero. */
function international(number: string, abroad: Abroad): Phone {
  const explicit = number.startsWith("+") || number.startsWith("00");
  let digits = number.replace(/^\+?0{2,}|^\+/, "");
  if (digits === "") return refuse("no digits in the number");
  if (digits.startsWith("0")) digits = `254${digits.slice(1)}`;
  if (digits.startsWith("254")) {
    let own = digits.slice(3);
    while (own.length > 9 && (own.startsWith("254") || own.startsWith("0")))
      own = own.slice(own.startsWith("0") ? 1 : 3);
    return mobile.test(own) ? kenyan(own) : refuse(whyNotMobile(own));
  }
  if (!explicit && mobile.test(digits)) return kenyan(digits);
  if (digits.length > 15) return refuse("too many digits, perhaps two numbers in one cell");
  if (!explicit && digits.length < 11) return refuse(whyNotMobile(digits));
  if (digits.length < 8) return refuse("too few digits");
  const found = abroad(digits);
  if (!found) return refuse("not a valid mobile number, in Kenya or abroad");
  const phone: Phone = { ok: true, e164: `+${digits}`, foreign: true };
  if (found.country) phone.country = found.country;
  return phone;
}

function whyNotMobile(own: string): string {
  if (own.length > 15) return "too many digits, perhaps two numbers in one cell";
  if (/^(?:2|[4-6])\d{6,8}$/.test(own)) return "a landline, which cannot receive SMS";
  if (/^[89]00\d{5,7}$/.test(own)) return "a service number, not a mobile number";
  if (own.length < 9) return "too few digits";
  if (own.length > 9) return "too many digits";
  return "not a Kenyan mobile number";
}

function byShape(digits: string): { country: string | undefined } | undefined {
  return /^[1-9]\d{7,14}$/.test(digits) ? { country: undefined } : undefined;
}

function kenyan(own: string): Phone {
  if (!mobile.test(own)) return refuse("not a Kenyan mobile number");
  const phone: Phone = { ok: true, e164: `+254${own}`, foreign: false, country: "KE" };
  const network = networkOf(own);
  if (network) phone.network = network;
  return phone;
}

/** The network the range was given to. A guess for a ported number: the carrier's own answer always wins. */
function networkOf(own: string): Network | undefined {
  return networks[Number(own.slice(0, 3))];
}

const networks: (Network | undefined)[] = [];
function ranges(network: Network, ...spans: [number, number][]): void {
  for (const [from, to] of spans) for (let prefix = from; prefix <= to; prefix++) networks[prefix] = network;
}
ranges("Safaricom", [110, 119], [700, 729], [740, 743], [745, 746], [748, 748], [757, 759], [768, 769], [790, 799]);
ranges("Airtel", [100, 108], [730, 739], [750, 756], [762, 762], [780, 789]);
ranges("Telkom", [120, 120], [770, 779]);
ranges("Equitel", [124, 124], [763, 766]);
ranges("Homeland", [744, 744]);
ranges("Faiba", [747, 747]);
ranges("Mobile Pay", [760, 760]);
ranges("Eferio", [761, 761]);
ranges("Sema", [767, 767]);

/** Full-width, Arabic-Indic, Persian and Devanagari digits as 0-9. */
function westernDigits(text: string): string {
  return text.replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) =>
    String((digit.charCodeAt(0) - zeroOf(digit.charCodeAt(0))) % 10),
  );
}

function zeroOf(code: number): number {
  if (code >= 0xff10) return 0xff10;
  if (code >= 0x0966) return 0x0966;
  return code >= 0x06f0 ? 0x06f0 : 0x0660;
}

function firstChar(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20);
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** Country codes of one and two digits (ITU-T E.164); every other has three. */
const short = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** "+254722418306" as people read it: "+254 722 418 306". Anything that is not E.164 comes back as it is. */
export function showPhone(e164: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(e164)) return e164;
  const digits = e164.slice(1);
  const code = short.exec(digits)?.[0] ?? digits.slice(0, 3);
  const groups: string[] = [];
  let rest = digits.slice(code.length);
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3));
    rest = rest.slice(3);
  }
  return [`+${code}`, ...groups, rest].filter((group) => group !== "").join(" ");
}

/** A number for logs and error reports: the country code and the last two digits, "+254*******06". */
export function maskPhone(phone: string): string {
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) return phone === "" ? "" : "*****";
  const code = short.exec(phone.slice(1))?.[0] ?? phone.slice(1, 4);
  return `+${code}${"*".repeat(phone.length - code.length - 3)}${phone.slice(-2)}`;
}
