-- The latest beginning that an engine says of an alert that goes on, where it is later than the first.
ALTER TABLE alerts ADD COLUMN again_at timestamptz(3);
