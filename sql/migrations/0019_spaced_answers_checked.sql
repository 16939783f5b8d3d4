-- backward-compatible: every stored row passed the narrower check before.

alter table answers validate constraint answers_check;
