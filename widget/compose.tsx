/** @jsxImportSource preact */
import { useRef, useState } from "preact/hooks";
import { accepts } from "../rules/webchat";
import type { Chat } from "./chat";
import { Field, Icon } from "./parts";

/** What is being written; kept with every letter. */
export function Composer({ chat }: { chat: Chat }) {
  const { say, state, keep, outbox } = chat;
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [draft] = useState(() => keep.get<string>("draft") ?? "");
  const waiting = outbox.list().filter(({ failed }) => failed === "").length;

  function send(event?: Event): void {
    event?.preventDefault();
    const box = area.current;
    if (!box || !chat.write(box.value)) return;
    box.value = "";
    grow();
    chat.typing("");
    box.focus();
  }
  function grow(): void {
    const box = area.current;
    if (!box) return;
    box.style.height = "auto";
    box.style.height = `${Math.min(box.scrollHeight, 120)}px`;
  }
  return (
    <form class="compose" onSubmit={send}>
      {!state.up && (
        <p class="line" role="status">
          <Icon name="alert" size={14} />
          {waiting > 0 ? say("offlineN", { n: waiting }) : say("offline")}
        </p>
      )}
      <div class="box">
        <button class="tool" type="button" aria-label={say("attach")} onClick={() => chooser.current?.click()}>
          <Icon name="attach" />
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={accepts}
          multiple
          onChange={(event) => {
            for (const file of event.currentTarget.files ?? []) void chat.sendFile(file);
            event.currentTarget.value = "";
          }}
        />
        <textarea
          ref={area}
          rows={1}
          aria-label={say("yourMessage")}
          placeholder={say("write")}
          defaultValue={draft}
          onInput={(event) => {
            grow();
            chat.typing(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
          }}
        />
        <button class="main tool" type="submit" aria-label={say("send")}>
          <Icon name="send" />
        </button>
      </div>
      {(state.standing.stage === "open" || state.standing.stage === "waiting") && (
        <p class="under">
          <button type="button" onClick={() => void chat.end()}>
            {say("end")}
          </button>
        </p>
      )}
    </form>
  );
}

/** After a chat: how it was, the chat by mail, and the way to another. */
export function After({ chat }: { chat: Chat }) {
  const { say, state, settings, keep } = chat;
  const [stars, setStars] = useState(0);
  const { on, comment, title, questions } = settings.postchat;
  const profile = keep.get<Record<string, string>>("profile") ?? {};
  function rate(event: SubmitEvent): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const answers: Record<string, string> = {};
    for (const { name } of questions) if (form.get(name)) answers[name] = String(form.get(name));
    if (stars > 0) void chat.rate(stars, String(form.get("note") ?? ""), answers);
  }
  return (
    <div class="after">
      {!on ? null : state.standing.rated ? (
        <p role="status">{say("rated")}</p>
      ) : (
        <form onSubmit={rate}>
          <fieldset>
            <legend>{title[state.language] || title.en || say("rate")}</legend>
            <div class="stars">
              {[1, 2, 3, 4, 5].map((n) => (
                <label key={n} class={n <= stars ? "on" : ""}>
                  <input type="radio" name="stars" value={n} checked={n === stars} onChange={() => setStars(n)} />
                  <Icon name="star" size={24} />
                  <span class="sr">{say("stars", { n })}</span>
                </label>
              ))}
            </div>
          </fieldset>
          {stars > 0 && (
            <>
              {questions.map(({ name, label }) => (
                <Field key={name} id={`p-${name}`} label={label[state.language] || label.en} more={say("optional")}>
                  <input id={`p-${name}`} name={name} maxLength={2000} />
                </Field>
              ))}
              {comment && (
                <Field id="note" label={say("comment")} more={say("optional")}>
                  <textarea id="note" name="note" rows={2} maxLength={2000} />
                </Field>
              )}
              <button class="main wide" type="submit" aria-disabled={state.working}>
                {say("send")}
              </button>
            </>
          )}
        </form>
      )}
      <details>
        <summary>{say("transcript")}</summary>
        <form
          class="box"
          onSubmit={(event) => {
            event.preventDefault();
            const email = new FormData(event.currentTarget).get("email");
            if (email) void chat.transcript(String(email));
          }}
        >
          <input type="email" name="email" aria-label={say("email")} defaultValue={profile.email ?? ""} required />
          <button class="main tool" type="submit" aria-label={say("send")}>
            <Icon name="send" />
          </button>
        </form>
      </details>
      <button class="wide" type="button" onClick={() => chat.anew()}>
        {say("again")}
      </button>
    </div>
  );
}
