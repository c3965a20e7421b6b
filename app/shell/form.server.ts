/** The fields of a posted form. What is no form, or is one cut short, is refused with 400: it is no fault of ours. */
export async function formOf(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!isForm(type)) throw new Response("Send a form.", { status: 400 });
  const form = await request.formData().catch(() => {
    throw new Response("The form could not be read. Send it again.", { status: 400 });
  });
  return [...form.values()].some((value) => typeof value === "string" && value.includes("\0")) ? cleaned(form) : form;
}

/** Without U+0000: no keyboard types it and no database keeps it. */
function cleaned(form: FormData): FormData {
  const clean = new FormData();
  for (const [name, value] of form)
    if (typeof value === "string") clean.append(name.replaceAll("\0", ""), value.replaceAll("\0", ""));
    else clean.append(name, value);
  return clean;
}

export function isForm(type: string): boolean {
  return type.startsWith("application/x-www-form-urlencoded") || type.startsWith("multipart/form-data");
}
