import subprocess
import sys

CHECK = """
from advisor.charts.light_pyqtgraph import load_pyqtgraph
load_pyqtgraph()
load_pyqtgraph()
import pyqtgraph
from PySide6 import QtCore, QtWidgets
assert pyqtgraph.QtWidgets is not QtWidgets
assert pyqtgraph.QtWidgets.QGraphicsView is QtWidgets.QGraphicsView
assert "QCalendarWidget" not in vars(pyqtgraph.QtWidgets)
assert pyqtgraph.QtWidgets.QCalendarWidget is QtWidgets.QCalendarWidget
assert not hasattr(pyqtgraph.QtCore, "QNothing")
assert "QPointF" in dir(QtCore)
from advisor.charts import bar_chart, line_chart, range_chart
print("drawn")
"""


def test_pyqtgraph_is_given_of_qt_what_it_asks_for() -> None:
    done = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "drawn", done.stderr
