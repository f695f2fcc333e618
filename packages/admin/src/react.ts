/** Evaluates React in a file of its own, which changes with its version only. */
import "react";
import "react-dom";
import "react-dom/client";
