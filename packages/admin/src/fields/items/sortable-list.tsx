import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  readonly keys: readonly string[];
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

const START_AFTER_PX = 4;

/** Items that are sorted by dragging, or with the keyboard at their handles. */
export function SortableList({ keys, onMove, children }: Props) {
  const { t } = useTranslation();
  const pointer = useSensor(PointerSensor, { activationConstraint: { distance: START_AFTER_PX } });
  const keyboard = useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates });
  const sensors = useSensors(pointer, keyboard);
  const place = (id: string | number) => keys.indexOf(String(id)) + 1;
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(place(active.id) - 1, place(over.id) - 1);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t("form.move.how") },
        announcements: {
          onDragStart: ({ active }) => t("form.move.begun", { place: place(active.id) }),
          onDragOver: ({ over }) => (over ? t("form.move.over", { place: place(over.id) }) : undefined),
          onDragEnd: ({ over }) => (over ? t("form.move.done", { place: place(over.id) }) : undefined),
          onDragCancel: () => t("form.move.cancelled"),
        },
      }}
    >
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
