-- Whether anything of the row moved since its settings were written: state that was reported, or follows from others.
-- Of rows that are there already nobody knows, so that they count as moved.
ALTER TABLE rows ADD COLUMN moved boolean NOT NULL DEFAULT true;
ALTER TABLE rows ALTER COLUMN moved SET DEFAULT false;
