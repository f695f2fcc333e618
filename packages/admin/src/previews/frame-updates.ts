interface Frame {
  /** Sends the page in the frame the message that it may be out of date. */
  readonly tell: () => void;
  readonly reload: () => void;
}

/** How the page in a frame is kept up to date: if it has announced that it listens, by messages, otherwise by loading it again. */
export function createFrameUpdates({ tell, reload }: Frame) {
  let isListening = false;
  let hasAnnounced = false; // since the last load
  let messages = 0; // since the last announcement

  const update = (): void => {
    if (!isListening) return reload();
    messages += 1;
    tell();
  };
  return {
    update,
    /** The page announces that it listens. A page that loads itself again at a message misses the ones that come until then. */
    announced(): void {
      const hasMissed = messages > 1;
      [isListening, hasAnnounced, messages] = [true, true, 0];
      if (hasMissed) update();
    },
    /** A page has been loaded: it listens if it has announced so before, or does so later. */
    loaded(): void {
      [isListening, hasAnnounced] = [hasAnnounced, false];
    },
    /** The frame begins to load another address: what is changed until its page listens is shown by loading it again. */
    left(): void {
      [isListening, hasAnnounced, messages] = [false, false, 0];
    },
  };
}
