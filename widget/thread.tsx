/** @jsxImportSource preact */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownMessage } from "../rules/webchat";
import type { Chat } from "./chat";
import { Text } from "./home";
import type { Unsent } from "./outbox";
import { clock, Icon, size } from "./parts";

/** What is there stays, whatever becomes of its link; what came too late is asked for by the new one. */
function useSource(url: string, chat: Chat) {
  const [src, setSrc] = useState(url);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (!broken || src === url) return;
    setSrc(url);
    setBroken(false);
  }, [broken, src, url]);
  const onError = () => {
    setBroken(true);
    void chat.keepLinks();
  };
  return { src, onError };
}

function Picture({ url, alt, chat }: { url: string; alt: string; chat: Chat }) {
  return <img {...useSource(url, chat)} alt={alt} loading="lazy" />;
}

function Player({ kind, url, name, chat }: { kind: "audio" | "video"; url: string; name: string; chat: Chat }) {
  const Kind = kind;
  return <Kind {...useSource(url, chat)} controls preload="none" aria-label={name} />;
}

function FileOf({ message, chat }: { message: ShownMessage; chat: Chat }) {
  const { file } = message;
  if (!file) return <Text>{message.text}</Text>;
  const link = (
    <a
      class="file"
      href={file.url}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (!chat.follows(message.id)) event.preventDefault();
      }}
    >
      {file.image ? (
        <Picture url={file.url} alt={chat.say("noText", { name: file.name })} chat={chat} />
      ) : (
        <span class="tile">
          <Icon name="file" />
        </span>
      )}
      <span>
        <b>{file.name}</b>
        <small>{size(file.bytes)}</small>
      </span>
    </a>
  );
  if (!file.play) return link;
  return (
    <>
      <Player kind={file.play} url={file.url} name={file.name} chat={chat} />
      {link}
    </>
  );
}

function Bubble({ message, chat, seen }: { message: ShownMessage; chat: Chat; seen: boolean }) {
  const { say } = chat;
  if (message.type === "event") return <li class="event">{message.text}</li>;
  const words = message.gone ? say("gone") : message.type === "unsupported" && !message.text ? say("odd") : "";
  return (
    <li class={message.mine ? "mine" : "theirs"}>
      <div class={message.gone ? "bubble gone" : "bubble"}>{words || <FileOf message={message} chat={chat} />}</div>
      <span class="meta">
        <span class="sr">{message.mine ? say("you") : ""}</span>
        {!message.mine && `${message.by || say("team")} · `}
        {clock(message.at)}
        {message.mine && (
          <>
            {" · "}
            <Icon name={seen ? "read" : "sent"} size={14} />
            {say(seen ? "read" : "sent")}
          </>
        )}
      </span>
    </li>
  );
}

function Waiting({ one, chat }: { one: Unsent; chat: Chat }) {
  const { say, outbox, state } = chat;
  const busy = outbox.isSending(one.id) && state.up;
  return (
    <li class="mine">
      <div class={one.failed ? "bubble bad" : "bubble waits"}>
        <Text>{one.text}</Text>
      </div>
      <span class="meta">
        {clock(one.at)}
        {" · "}
        {one.failed ? (
          <>
            <Icon name="alert" size={14} />
            {say("failed")}: {one.failed}{" "}
            <button type="button" onClick={() => outbox.again(one)}>
              {say("retry")}
            </button>
            <button type="button" onClick={() => outbox.drop(one)}>
              {say("drop")}
            </button>
          </>
        ) : (
          <>
            <Icon name="clock" size={14} />
            {say(busy ? "sending" : "waiting")}
          </>
        )}
      </span>
    </li>
  );
}

/** What is said to a screen reader when somebody else writes. */
function Spoken({ chat }: { chat: Chat }) {
  const last = chat
    .thread()
    .filter(({ mine, gone }) => !mine && !gone)
    .at(-1);
  return (
    <p class="sr" aria-live="polite">
      {last ? `${last.by || chat.say("team")}: ${last.text || (last.file?.name ?? "")}` : ""}
    </p>
  );
}

/** One line, and a true one: with nobody here there is no queue. */
function waitingWords({ say, state }: Chat): string {
  const { open, position, wait_seconds, mail_to } = state.standing;
  if (mail_to) return say("leftMail", { email: mail_to });
  if (!open) return say("left");
  const wait = wait_seconds ? say("wait", { n: Math.max(1, Math.round(wait_seconds / 60)) }) : "";
  return position ? `${say("queue", { n: position })} ${wait}`.trim() : say("waits");
}

export function Thread({ chat }: { chat: Chat }) {
  const { say, state, outbox } = chat;
  const { standing } = state;
  const end = useRef<HTMLDivElement>(null);
  const all = chat.thread();
  const mine = all.filter((one) => one.mine && one.type !== "event");
  const unseen = new Set(standing.unseen > 0 ? mine.slice(-standing.unseen).map(({ id }) => id) : []);
  const waiting = outbox.list();
  const count = all.length + waiting.length + state.files.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what moves the view
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [count, state.typing, standing.stage]);
  return (
    <div class="scroll">
      <ol class="thread">
        {standing.stage === "waiting" && (
          <li class="event" aria-live="polite">
            {waitingWords(chat)}
          </li>
        )}
        {standing.stage === "open" && standing.agent && (
          <li class="event">{say("joined", { name: standing.agent })}</li>
        )}
        {all.map((message) => (
          <Bubble key={message.id} message={message} chat={chat} seen={!unseen.has(message.id)} />
        ))}
        {waiting.map((one) => (
          <Waiting key={one.id} one={one} chat={chat} />
        ))}
        {state.files.map(({ id, name, part, failed, file }) => (
          <li class="mine" key={id}>
            <div class={failed ? "bubble bad" : "bubble waits"}>
              {name}
              {!failed && <progress value={part} max={1} aria-label={name} />}
            </div>
            {failed && (
              <span class="meta">
                {failed}{" "}
                <button type="button" onClick={() => void chat.sendFile(file, id)}>
                  {say("retry")}
                </button>
                <button type="button" onClick={() => chat.dropFile(id)}>
                  {say("drop")}
                </button>
              </span>
            )}
          </li>
        ))}
        {state.typing && (
          <li class="theirs">
            <div class="bubble dots" role="status">
              <span class="sr">{say("typing", { name: state.typing })}</span>
              <i />
              <i />
              <i />
            </div>
          </li>
        )}
        {standing.stage === "ended" && <li class="event">{say("ended")}</li>}
      </ol>
      <Spoken chat={chat} />
      <div ref={end} />
    </div>
  );
}
