import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leadPhone } from "../../app/shell/phone/leader";

/** The browser's locks, as far as the phone uses them. */
function fakeLocks() {
  type Holder = { end(): void; reject(error: Error): void };
  let holder: Holder | undefined;
  const queue: (() => void)[] = [];
  return {
    request(_: string, options: LockOptions, work: () => Promise<void> | undefined): Promise<void> {
      return new Promise((resolve, reject) => {
        const begin = () => {
          const mine: Holder = { end: next, reject };
          holder = mine;
          void Promise.resolve(work()).then(() => {
            if (holder === mine) mine.end();
            resolve();
          });
        };
        if (options.steal) {
          holder?.reject(new Error("stolen"));
          begin();
        } else if (holder) queue.push(begin);
        else begin();
        options.signal?.addEventListener("abort", () => {
          const at = queue.indexOf(begin);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(new Error("aborted"));
        });
      });
      function next() {
        holder = undefined;
        queue.shift()?.();
      }
    },
  };
}

beforeEach(() => void vi.stubGlobal("navigator", { locks: fakeLocks() }));
afterEach(() => void vi.unstubAllGlobals());

function tab() {
  const events = { onLead: vi.fn(), onLose: vi.fn(), onHear: vi.fn() };
  return { ...events, ...leadPhone("phone test", events) };
}

test("of two tabs one has the phone; the other hears of it, and has it when the first closes", async () => {
  const first = tab();
  const second = tab();
  expect(first.onLead).toHaveBeenCalledOnce();
  expect(second.onLead).not.toHaveBeenCalled();
  first.say({ ready: true, inCall: true, who: "Otieno" });
  await vi.waitFor(() => expect(second.onHear).toHaveBeenCalledWith({ ready: true, inCall: true, who: "Otieno" }));
  // One that was opened later asks.
  const third = tab();
  await vi.waitFor(() => expect(third.onHear).toHaveBeenCalledOnce());
  first.stop();
  await vi.waitFor(() => expect(second.onLead).toHaveBeenCalledOnce());
  expect(third.onLead).not.toHaveBeenCalled();
  second.stop();
  third.stop();
});

test("a tab that takes the phone has it, and the one it was taken from has it again afterwards", async () => {
  const first = tab();
  const second = tab();
  second.take();
  await vi.waitFor(() => expect(first.onLose).toHaveBeenCalledOnce());
  expect(second.onLead).toHaveBeenCalledOnce();
  second.stop();
  await vi.waitFor(() => expect(first.onLead).toHaveBeenCalledTimes(2));
  first.stop();
});
