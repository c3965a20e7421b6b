import type { StoreDocument, StoreSession } from "../../../rules/chat-store";
import type { Person } from "../../kit/principal";

/**
 * Where the five collections of chat (R091) live for those who listen. Our tables and the event log stay the record of
 * everything in either case; a store of its own is filled from the log.
 */
export type ChatStore = {
  /** Kinds of live events that browsers hear from the store, and the socket does not carry. */
  apart: readonly string[];
  /** Origins that the pages' scripts talk to. */
  hosts: readonly string[];
  /**
   * What a person's browser listens with, from this event on; null: the socket carries everything, or this person may
   * hear nothing of chat.
   */
  session(person: StorePerson, cursor: number): Promise<StoreSession | null>;
  /** The store's own documents; none: the tables are the store. */
  documents?: StoreWriter;
};

export type StorePerson = Pick<Person, "id" | "customer_account" | "roles" | "permissions" | "products">;

/** How far an account is written, and the store's word for that very state. */
export type StoreCursor = { seq: number; state: string };

/** Somebody else has written on from the same place. Nothing was written. */
export class WriteConflict extends Error {}
/** The store will never take this. Nothing was written. */
export class PermanentWriteError extends Error {}

/** A store that is written from the log: each account by itself, in the order of its events. */
export type StoreWriter = {
  /** Undefined: nothing of the account was ever written. */
  written(account: string): Promise<StoreCursor | undefined>;
  /**
   * Puts the documents and moves the account on, both or neither.
   * @throws WriteConflict unless the account is still where `from` says; PermanentWriteError
   */
  put(
    account: string,
    from: StoreCursor | undefined,
    seq: number,
    documents: readonly StoreDocument[],
  ): Promise<StoreCursor>;
  /** Where the files of messages are kept besides, if there is such a place. What is there stays as it is. */
  files?: {
    keep(path: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
    drop(path: string): Promise<void>;
  };
  stop(): Promise<void>;
};
