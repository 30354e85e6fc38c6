DELETE FROM installation WHERE name = :name
RETURNING value
