import { Form } from "@remix-run/react";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox } from "../../kit/ui/checkbox";
import { TextInput } from "../../kit/ui/field";
import { type TestedConversation, type TestLine, testLimits } from "./replay";

type TesterProps = {
  /** The page itself. */
  path: string;
  messages: readonly string[];
  open: boolean;
  tested: TestedConversation;
};

/** A conversation with the draft, kept in the page's address: nothing is sent and nothing is stored. */
export function Tester({ path, messages, open, tested: { lines, over } }: TesterProps) {
  const tappable = over === "" ? lines.at(-1)?.choices : undefined;
  const before = (
    <>
      {messages.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice, and none moves
        <input key={place} type="hidden" name="said" value={text} />
      ))}
    </>
  );
  return (
    <Card label="Test" className="xl:sticky xl:top-4">
      <CardHead title="Test the draft">
        {messages.length > 0 && (
          <LinkButton to={path} variant="ghost" preventScrollReset>
            Start again
          </LinkButton>
        )}
      </CardHead>
      <div className="grid gap-3 p-4">
        {lines.length === 0 && (
          <p className="text-sm text-quiet">Write as a customer would. Nothing is sent to WhatsApp.</p>
        )}
        <ol className="grid gap-2" aria-label="Conversation" aria-live="polite">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added
            <TestBubble key={place} line={line} />
          ))}
        </ol>
        {over !== "" && <p className="text-center text-sm text-quiet">{over}</p>}
        {tappable && (
          <Form method="get" action={path} className="flex flex-wrap gap-2" preventScrollReset>
            {before}
            {!open && <input type="hidden" name="closed" value="1" />}
            {tappable.options.map(({ id, title }) => (
              <Button key={id} name="said" value={title}>
                {title}
              </Button>
            ))}
          </Form>
        )}
        {over === "" && (
          <Form
            key={messages.length}
            method="get"
            action={path}
            className="grid gap-3"
            preventScrollReset
            noValidate={false}
          >
            {before}
            <TextInput
              id="said"
              name="said"
              label="Message"
              maxLength={testLimits.letters}
              autoComplete="off"
              required
            />
            <Checkbox name="closed" label="Outside business hours" defaultChecked={!open} />
            <div>
              <Button>Send to the draft</Button>
            </div>
          </Form>
        )}
      </div>
    </Card>
  );
}

function TestBubble({ line: { from, text, choices } }: { line: TestLine }) {
  const ours = from === "bot";
  return (
    <li
      className={`max-w-[85%] rounded-lg px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere ${
        ours ? "justify-self-start border border-line" : "justify-self-end bg-brand-soft"
      }`}
    >
      <span className="sr-only">{ours ? "Bot:" : "Customer:"} </span>
      {text}
      {choices && (
        <span className="mt-1.5 block border-t border-line pt-1.5 text-quiet">
          {choices.kind === "list" ? `${choices.button}: ` : ""}
          {choices.options.map(({ title }) => title).join(" · ")}
        </span>
      )}
    </li>
  );
}
