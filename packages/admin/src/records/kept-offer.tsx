import { labelOfField } from "@colophon/model";
import { Alert, Button, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormScope } from "../form/form-context.tsx";
import { ShownValue } from "../versions/shown-value.tsx";
import { formatted } from "../texts/formats.ts";
import { ConfirmDialog } from "../elements/confirm-dialog.tsx";
import type { EarlierChanges, KeptChanges } from "../drafts/session/kept-changes.ts";
import { openSlots } from "../drafts/session/open-slots.ts";
import type { EditSession } from "../drafts/session/session.ts";

/** Offers to restore changes that other forms of the record could not save. */
export function KeptOffer({ session }: { readonly session: EditSession }) {
  const [offers, setOffers] = useState<readonly EarlierChanges[]>([]);
  const done = (offer: EarlierChanges) => setOffers((all) => all.filter((other) => other !== offer));
  useEffect(() => {
    void openSlots().then((open) => setOffers(session.keeper.earlier().filter(({ slot }) => !open.has(slot))));
  }, [session]);
  return offers.map((offer) => (
    <Offer
      key={offer.slot}
      kept={offer}
      onRestore={() => {
        session.restore(offer);
        done(offer);
      }}
      onDiscard={() => {
        offer.forget();
        done(offer);
      }}
    />
  ));
}

interface OfferProps {
  readonly kept: KeptChanges;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

function Offer({ kept, onRestore, onDiscard }: OfferProps) {
  const { t, i18n } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const when = formatted("datetime", kept.at, i18n.language);
  return (
    <Alert title={t("draft.kept.title", { when })} mb="md">
      <Stack>
        <KeptValues values={kept.values} />
        <Group>
          <Button size="xs" onClick={onRestore}>
            {t("draft.kept.take")}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t("draft.kept.drop")}
          </Button>
        </Group>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title={t("draft.kept.drop")}
          text={t("draft.kept.dropText")}
          action={t("draft.kept.drop")}
          isDestructive
          onConfirm={onDiscard}
          onClose={() => setAsking(false)}
        />
      )}
    </Alert>
  );
}

/** The changed fields with their values. */
function KeptValues({ values }: Pick<KeptChanges, "values">) {
  const { entity } = useFormScope();
  return (
    <ScrollArea.Autosize mah="12rem">
      <Stack gap="xs">
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <Text size="sm" fw={600}>
              {labelOfField(entity.fields.find((field) => field.name === name) ?? { name })}
            </Text>
            <ShownValue value={value} />
          </div>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}
