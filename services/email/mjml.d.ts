declare module "mjml" {
  type Options = { validationLevel?: "strict" | "soft" | "skip"; keepComments?: boolean };
  export default function mjml(
    source: string,
    options?: Options,
  ): Promise<{ html: string; errors: { message: string }[] }>;
}
