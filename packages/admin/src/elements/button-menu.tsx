import { Menu, type MenuProps } from "@mantine/core";
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref, type RefObject } from "react";
import { flushSync } from "react-dom";

/** The props of a button that opens a menu. */
interface MenuButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly id: string;
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly "aria-controls": string | undefined;
  readonly onClick: () => void;
  readonly onFocus: () => void;
  readonly onPointerEnter: () => void;
}
interface ButtonMenuProps {
  readonly button: (props: MenuButtonProps) => ReactNode;
  readonly position?: NonNullable<MenuProps["position"]>;
  readonly onOpen?: (() => void) | undefined;
  /** The menu's items. */
  readonly children: ReactNode;
}

/** A button with a menu, which is rendered when the pointer or the focus reaches the button: most menus of a page are never opened. */
export function ButtonMenu({ button, position = "bottom", onOpen, children }: ButtonMenuProps) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [isReady, setReady] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const prepare = () => setReady(true);
  const toggle = () => {
    flushSync(prepare); // a menu that starts open would not return the focus
    setOpen(!isOpen);
    if (!isOpen) onOpen?.();
  };
  return (
    <>
      {button({
        ref: target,
        id: `${id}-target`,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? `${id}-dropdown` : undefined,
        onClick: toggle,
        onFocus: prepare,
        onPointerEnter: prepare,
      })}
      {isReady && (
        <Menu id={id} opened={isOpen} onChange={setOpen} position={position}>
          <Menu.Target>
            <Existing element={target} />
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
            {children}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** Stands for an element that is rendered elsewhere. */
function Existing({ element, ref }: { readonly element: RefObject<HTMLElement | null>; readonly ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element]); // the button is rendered before its menu
  return null;
}
