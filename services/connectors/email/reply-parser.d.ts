declare module "email-reply-parser" {
  export default class EmailReplyParser {
    read(text: string): { getVisibleText(): string };
  }
}
