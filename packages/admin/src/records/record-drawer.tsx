import { Drawer } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { entityText } from "../api/admin-entities.ts";
import { hasFullScreen } from "../rich-text/frame/full-screen.ts";
import { LeaveDialog } from "../drafts/leave-guard.tsx";
import { hasDrafts } from "../record-model/read-for-editing.ts";
import type { EditSession } from "../drafts/session/session.ts";
import { NewRecordEditor } from "./new-record-editor.tsx";
import type { RecordDrawerProps } from "../form/parts.tsx";
import { RecordEditor } from "./record-editor.tsx";

/** A form above the current one: for a new record to refer to, or to edit another record. */
export function RecordDrawer({ entity: name, id, onClose, onStored }: RecordDrawerProps) {
  const { t } = useTranslation();
  const entity = entityNamed(useKnownConfig(), name);
  const [storedId, setStoredId] = useState(id);
  const [isAsking, setAsking] = useState(false);
  const session = useRef<EditSession | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const keep = useCallback((opened: EditSession) => void (session.current = opened), []);
  if (!entity) return null;
  const close = async () => {
    if (hasFullScreen(content.current)) return; // Escape leaves the full screen first
    const { current } = session;
    if (current?.form.isChanged() && hasDrafts(entity)) await current.save();
    if (current?.form.isChanged()) setAsking(true);
    else onClose();
  };
  return (
    <Drawer
      ref={content}
      opened
      onClose={() => void close()}
      position="right"
      size="lg"
      title={entityText(entity, t)}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {storedId === null ? (
        <NewRecordEditor
          entity={entity}
          isInDrawer
          onSession={keep}
          onCreated={(record) => {
            onStored(record);
            if (hasDrafts(entity)) setStoredId(record.id);
            else onClose();
          }}
        />
      ) : (
        <RecordEditor entity={entity} locator={{ entity: name, id: storedId }} isInDrawer onSession={keep} />
      )}
      {isAsking && <LeaveDialog onStay={() => setAsking(false)} onLeave={onClose} />}
    </Drawer>
  );
}
