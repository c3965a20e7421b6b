/** Makes the demo accounts with the present version and writes their rows down. */
export function writeReleasedData(): Promise<void>;

/**
 * Fills the tables of a database that the released migrations made, as its owner.
 * @returns the tables that have rows now, with the columns that were written
 */
export function loadReleasedData(url: string): Promise<{ table: string; columns: string[] }[]>;
