-- First of all: rows that point at each other would hold each other back.
DELETE FROM row_references WHERE organization_id = :organization_id
