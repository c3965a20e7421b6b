import { expect, test, vi } from "vitest";
import { live } from "../../app/shell/live";

test("an event that comes later than the page which contains it does not have the page read again", () => {
  const read = vi.fn();
  live.forget();
  live.onRevalidate(read);
  const drawn = { me: "1", at: 0, unread: null };
  live.drawn({ ...drawn, seq: 7 });
  live.changed(7);
  expect(read).not.toHaveBeenCalled();
  live.changed(8);
  expect(read).toHaveBeenCalledExactlyOnceWith(8);
  // Up to where the data go is not known: what changed is read.
  live.forget();
  live.drawn({ ...drawn, seq: null });
  live.changed(1);
  expect(read).toHaveBeenLastCalledWith(1);
  live.onRevalidate(undefined);
  live.forget();
});
