DELETE FROM installation WHERE name = :name
