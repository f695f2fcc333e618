interface Machine {
  readonly version: string;
  readonly platform: string;
  readonly arch: string;
  readonly glibc: boolean;
  readonly installed: boolean;
}

export const NEEDED_MAJOR: number;
export function isNewEnough(version: string): boolean;
export function nodePackageFor(machine: Omit<Machine, "version" | "installed">): string | null;
export function problemWith(machine: Machine): string | null;
export function thisMachine(installed: boolean): Machine;
