-- Whether the organization has behaviour tests, where every credential is read: changes of one without any ask nothing more.
ALTER TABLE organizations ADD COLUMN has_tests boolean NOT NULL DEFAULT false;

-- Locked first: who writes tests at the same time is read after that.
CREATE FUNCTION note_tests() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_organization text := coalesce(NEW.organization_id, OLD.organization_id);
BEGIN
  PERFORM FROM organizations WHERE id = of_organization FOR NO KEY UPDATE;
  UPDATE organizations SET has_tests = NOT has_tests
  WHERE id = of_organization AND has_tests <> EXISTS (
    SELECT FROM rows WHERE organization_id = of_organization AND kind = 'behaviour_tests'
  );
  RETURN NULL;
END $$;
CREATE TRIGGER rows_note_new_tests AFTER INSERT ON rows FOR EACH ROW
  WHEN (NEW.kind = 'behaviour_tests') EXECUTE FUNCTION note_tests();
CREATE TRIGGER rows_note_gone_tests AFTER DELETE ON rows FOR EACH ROW
  WHEN (OLD.kind = 'behaviour_tests') EXECUTE FUNCTION note_tests();

UPDATE organizations SET has_tests = true
WHERE EXISTS (SELECT FROM rows WHERE organization_id = organizations.id AND kind = 'behaviour_tests');
