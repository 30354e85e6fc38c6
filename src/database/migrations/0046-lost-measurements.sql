-- What a field of a row reads at a moment. A state that was reported to be unknown with the reason stays as it was reported.
CREATE OR REPLACE FUNCTION shown_value(
  configuration jsonb, state jsonb, in_state boolean, field text, fallback text, sight jsonb, moment timestamptz
) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN sight IS NOT NULL AND state ->> (field || '_reason') IS NULL
        AND aged(configuration, (state -> 'measured_at' ->> field)::timestamptz, sight, moment)
      THEN sight ->> 'unseen'
    ELSE coalesce(CASE WHEN in_state THEN state ELSE configuration END ->> field, fallback)
  END
$$;

-- What an agent says that its engine has lost: the engine itself (nothing answers), or all that it probes; since when it
-- says so; and how often it reports, null where nobody knows.
ALTER TABLE render_acknowledgements
  ADD COLUMN lost text COLLATE "C" CHECK (lost IN ('engine', 'probes')),
  ADD COLUMN lost_since timestamptz(3),
  ADD COLUMN every_seconds integer;

-- When an end was reported while nothing measured what the alert is about.
ALTER TABLE alerts ADD COLUMN end_held_at timestamptz(3);
CREATE INDEX alerts_lost ON alerts (organization_id, connector_id)
  WHERE resolved_at IS NULL AND starts_with(fingerprint, 'orgconfig_lost_');
CREATE INDEX alerts_held ON alerts (organization_id) WHERE resolved_at IS NULL AND end_held_at IS NOT NULL;
