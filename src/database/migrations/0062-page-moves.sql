-- That a status page has moved is noted next to the rows that move it, and nothing is locked for that: two writes of one
-- page wait for each other nowhere. A node takes the notes together and gives the pages their next versions.
CREATE TABLE page_moves (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id bigserial NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE FUNCTION note_page_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO page_moves (organization_id)
  SELECT id FROM organizations WHERE id = coalesce(NEW.organization_id, OLD.organization_id);
  RETURN NULL;
END $$;
-- What a page shows of them, and what follows from that, is settings. Other state says nothing there.
CREATE TRIGGER rows_move_page_new AFTER INSERT ON rows FOR EACH ROW
  WHEN (NEW.kind IN ('status_page_components', 'status_page_incidents')
    OR (NEW.kind = 'alert_routes' AND coalesce(NEW.configuration ->> 'publish', 'none') <> 'none'))
  EXECUTE FUNCTION note_page_move();
CREATE TRIGGER rows_move_page_gone AFTER DELETE ON rows FOR EACH ROW
  WHEN (OLD.kind IN ('status_page_components', 'status_page_incidents')
    OR (OLD.kind = 'alert_routes' AND coalesce(OLD.configuration ->> 'publish', 'none') <> 'none'))
  EXECUTE FUNCTION note_page_move();
CREATE TRIGGER rows_move_page AFTER UPDATE OF configuration ON rows FOR EACH ROW
  WHEN (NEW.kind IN ('status_page_components', 'status_page_incidents') AND NEW.revision <> OLD.revision
    OR (NEW.kind = 'alert_routes'
      AND coalesce(NEW.configuration ->> 'publish', 'none') <> coalesce(OLD.configuration ->> 'publish', 'none')))
  EXECUTE FUNCTION note_page_move();
