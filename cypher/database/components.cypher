// What server this is. Columns: name, versions, edition.
CALL dbms.components() YIELD name, versions, edition RETURN name, versions, edition
