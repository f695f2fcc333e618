import "@mantine/notifications/styles.css";
import { Notifications, notifications } from "@mantine/notifications";
import { Button, CloseButton, Group, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useTranslation } from "react-i18next";

/** A short notification at the edge of the page. */
export interface Message {
  readonly text: string;
  readonly isFailure?: boolean;
  /** An action that is offered while the message is shown. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 6_000;
const WITH_ACTION_MS = 20_000;

export function show(message: Message): void {
  const id = notifications.show({
    message: <MessageContent message={message} onDone={() => notifications.hide(id)} />,
    color: message.isFailure ? "red" : "teal",
    autoClose: message.action ? WITH_ACTION_MS : SHOWN_MS,
    withCloseButton: false,
  });
}

/** A message with its action; ⌘Z or Ctrl+Z runs the action too, except in inputs. */
function MessageContent({ message: { text, action }, onDone }: { readonly message: Message; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const act = () => {
    onDone();
    action?.run();
  };
  useHotkeys(action ? [["mod+Z", act]] : []);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="var(--mantine-color-text)">
        {text}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {action && (
          <Button variant="default" size="xs" aria-keyshortcuts="Meta+Z Control+Z" onClick={act}>
            {action.label}
          </Button>
        )}
        <CloseButton aria-label={t("common.close")} onClick={onDone} />
      </Group>
    </Group>
  );
}

/** Where the messages are shown. */
export function MessageList() {
  return <Notifications position="bottom-right" zIndex={400} />;
}
