/** The fields of a posted form. What is no form, or is one cut short, is refused with 400: it is no fault of ours. */
export async function formOf(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!isForm(type)) throw new Response("Send a form.", { status: 400 });
  const form = await request.formData().catch(() => {
    throw new Response("The form could not be read. Send it again.", { status: 400 });
  });
  return ownFields(form);
}

/** The fields without U+0000, if a form of ours can have them. @throws Response 400 */
export function ownFields(form: FormData): FormData {
  const clean = cleaned(form);
  if (!isBuilt([...clean.keys()])) throw new Response("No form of ours has such fields.", { status: 400 });
  return clean;
}

/** Boxes that are ticked and rows that are filled in come to hundreds. */
const mostFields = 5_000;

/**
 * Whether forms of ours have such fields. Conform makes an array as long as the index in a name says, one of a billion
 * entries if it is asked to, and copies the values of one name with each that follows; what it calls an intent it takes
 * for JSON, and none of our forms has one.
 */
function isBuilt(names: readonly string[]): boolean {
  const odd = (name: string) => name.length > 300 || name.startsWith("__") || /\[\d{4,}/.test(name);
  return names.length <= mostFields && !names.some(odd);
}

/** Without U+0000: no keyboard types it and no database keeps it. */
function cleaned(form: FormData): FormData {
  if (![...form].flat().some((text) => typeof text === "string" && text.includes("\0"))) return form;
  const clean = new FormData();
  for (const [name, value] of form) {
    const own = name.replaceAll("\0", "");
    if (typeof value === "string") clean.append(own, value.replaceAll("\0", ""));
    else clean.append(own, value);
  }
  return clean;
}

export function isForm(type: string): boolean {
  return type.startsWith("application/x-www-form-urlencoded") || type.startsWith("multipart/form-data");
}
