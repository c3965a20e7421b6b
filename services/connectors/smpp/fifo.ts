/** A queue whose ends both cost the same at any length (Array.shift copies everything behind it). */
export type Fifo<T> = { push(item: T): void; peek(): T | undefined; shift(): T | undefined; size(): number };

export function fifo<T>(): Fifo<T> {
  let items: T[] = [];
  let head = 0;
  return {
    push: (item) => void items.push(item),
    peek: () => items[head],
    shift() {
      const item = items[head];
      if (head < items.length) head++;
      if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    size: () => items.length - head,
  };
}
