-- A backup brings every row as it was: what follows from rows is in it too, and is not made a second time.
CREATE OR REPLACE FUNCTION note_page_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    INSERT INTO page_moves (organization_id)
    SELECT id FROM organizations WHERE id = coalesce(NEW.organization_id, OLD.organization_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_tests() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_organization text := coalesce(NEW.organization_id, OLD.organization_id);
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM FROM organizations WHERE id = of_organization FOR NO KEY UPDATE;
    UPDATE organizations SET has_tests = NOT has_tests
    WHERE id = of_organization AND has_tests <> EXISTS (
      SELECT FROM rows WHERE organization_id = of_organization AND kind = 'behaviour_tests'
    );
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION begin_with_override() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    NEW.state := NEW.state || override_shown(NEW.organization_id, NEW.configuration ->> 'service');
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION begin_with_observation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    NEW.state := NEW.state || observations_shown(NEW);
  END IF;
  RETURN NEW;
END $$;
